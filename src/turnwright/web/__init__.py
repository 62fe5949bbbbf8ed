"""The live table in the browser: a thin face over `turnwright.table`."""
