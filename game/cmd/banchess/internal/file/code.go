package file

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"hash/fnv"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// progressCode begins the code of a record of progress, as web/page/share/link.ts packs it:
// deflated, in base64url, with a checksum of four characters at the end.
const progressCode = "5."

var codeText = regexp.MustCompile(`^5\.([\w-]*)([\da-z]{4})$`)

// IsCode reports whether a text begins as a code of progress does.
func IsCode(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), progressCode) }

// Pack makes a code of a text.
func Pack(text string) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression) // the level is one
	_, _ = io.WriteString(w, text)
	_ = w.Close() // a buffer takes everything
	packed := base64.RawURLEncoding.EncodeToString(b.Bytes())
	return progressCode + packed + checksum(packed)
}

// Unpack returns the text of a code, with one byte more than most if it is longer, and whether
// the code is whole. It may be broken into lines.
func Unpack(code string, most int64) (text string, ok bool) {
	parts := codeText.FindStringSubmatch(strings.Join(strings.Fields(code), ""))
	if parts == nil || checksum(parts[1]) != parts[2] {
		return "", false
	}
	deflated, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return "", false
	}
	all, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(deflated)), most+1))
	return string(all), err == nil
}

// checksum returns the last four letters and digits of a hash.
func checksum(packed string) string {
	h := fnv.New32a()
	_, _ = io.WriteString(h, packed) // which never fails
	sum := "0000" + strconv.FormatUint(uint64(h.Sum32()), 36)
	return sum[len(sum)-4:]
}
