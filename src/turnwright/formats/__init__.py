"""Files of other programs that bring combatants."""
