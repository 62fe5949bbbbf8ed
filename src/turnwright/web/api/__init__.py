"""The live table for programs: JSON over HTTP, and streams. It translates, and decides nothing."""
