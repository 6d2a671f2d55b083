package jsontext

import "strconv"

// ReadObject hands out the name and the text of each member of a text that is an object. It
// reports whether it is one, and the function has taken all.
func ReadObject(text string, member func(name, value string) bool) bool {
	r := Reader{Text: text}
	return r.Object(member) && r.IsAtEnd()
}

// ReadArray hands out the text of each element of a text that is an array, as ReadObject does.
func ReadArray(text string, element func(value string) bool) bool {
	r := Reader{Text: text}
	return r.Array(element) && r.IsAtEnd()
}

// ReadString reads the text of a value that is a string.
func ReadString(value string, s *string) bool {
	if value == "" || value[0] != '"' {
		return false
	}
	*s = Unquote(value)
	return true
}

// ReadInt reads the text of a value that is a whole number in a range.
func ReadInt[T int | int64](value string, least, most T, n *T) bool {
	read, err := strconv.ParseInt(value, 10, 64)
	if err != nil || read < int64(least) || read > int64(most) {
		return false
	}
	*n = T(read)
	return true
}
