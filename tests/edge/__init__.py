"""Edge of Darkness, rule by rule."""
