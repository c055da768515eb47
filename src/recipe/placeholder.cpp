// Replaced when the room is furnished.
