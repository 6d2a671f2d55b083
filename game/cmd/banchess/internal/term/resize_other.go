//go:build !unix

package term

// OnResize calls nothing: nobody tells of a new size here.
func OnResize(func()) (stop func()) { return func() {} }
