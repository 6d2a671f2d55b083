//go:build js && wasm && !core

package main

import (
	"strings"

	qrcode "rsc.io/qr"
)

// qr(text) draws a text as a QR code: a JSON array of its rows, in which "#" is a dark
// module and "." a light one. The margin is not included.
func qr(c call) any {
	code, err := qrcode.Encode(c.text(c.arg(0), "the text"), qrcode.L)
	if err != nil {
		raise(badArgument("the text has no QR code: "+err.Error(), "shorten it"))
	}
	rows := make([]string, code.Size)
	for y := range rows {
		row := make([]byte, code.Size)
		for x := range row {
			row[x] = ".#"[bit(code.Black(x, y))]
		}
		rows[y] = string(row)
	}
	return jsonText(`["` + strings.Join(rows, `","`) + `"]`)
}
