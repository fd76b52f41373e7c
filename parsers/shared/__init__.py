"""What parsers of several formats need: columns from flat arrays, replayed play, yaku names, Tenhou words."""
