"""Files: from text to structs, and what is told of files that can't be read."""
