//go:build js && wasm && !core

package main

import (
	"strings"

	"rsc.io/qr/coding"
)

// qr(text) draws a text as a QR code: a JSON array of its rows, in which "#" is a dark
// module and "." a light one. The margin is not included.
func qr(c call) any {
	text := coding.String(c.text(c.arg(0), "the text"))
	version := coding.Version(coding.MinVersion)
	for version < coding.MaxVersion && text.Bits(version) > 8*version.DataBytes(coding.L) {
		version++
	}
	plan, err := coding.NewPlan(version, coding.L, 0)
	if err != nil {
		raise(err)
	}
	code, err := plan.Encode(text)
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
