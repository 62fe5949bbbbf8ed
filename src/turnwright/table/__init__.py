"""A table in use: who sits at it, what each of them may see and do, and how they hear of what changes."""
