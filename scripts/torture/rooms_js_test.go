package torture

// A browser serves no rooms.
var native []row
