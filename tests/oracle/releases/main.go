// Command releases answers, one JSON line per request, what creating a CRD gives
// with the code of an older release of Kubernetes. See ../README.md.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"sort"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/klog/v2"
)

var (
	mode   = flag.String("mode", "schema", "what the input lines are: schema or crd")
	stable = flag.Bool("stable", false, "sort errors by field (stably) and write selfType0 for the random selfTypeNNN names")
)

var handlers = map[string]func([]byte) (any, error){
	"schema": handleSchema,
	"crd":    handleCRD,
}

func main() {
	klog.SetOutput(io.Discard)
	flag.Parse()
	handle, ok := handlers[*mode]
	if !ok {
		fmt.Fprintf(os.Stderr, "releases: unknown mode %q\n", *mode)
		os.Exit(2)
	}
	if err := serve(os.Stdin, os.Stdout, handle); err != nil {
		fmt.Fprintln(os.Stderr, "releases:", err)
		os.Exit(1)
	}
}

// serve answers the lines in their order, several at once.
func serve(in io.Reader, out io.Writer, handle func([]byte) (any, error)) error {
	queue := make(chan chan []byte, runtime.GOMAXPROCS(0))
	failed := make(chan error, 1)
	go func() {
		defer close(queue)
		r := bufio.NewReaderSize(in, 1<<20)
		for {
			line, err := r.ReadBytes('\n')
			if line = bytes.TrimSpace(line); len(line) > 0 {
				answer := make(chan []byte, 1)
				go func() { answer <- answerLine(line, handle) }()
				queue <- answer
			}
			if err == io.EOF {
				failed <- nil
				return
			} else if err != nil {
				failed <- err
				return
			}
		}
	}()
	w := bufio.NewWriter(out)
	for answer := range queue {
		if _, err := w.Write(<-answer); err != nil {
			return err
		}
		if len(queue) == 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return <-failed
}

// answerLine turns bad requests and panics in the library into answers too.
func answerLine(line []byte, handle func([]byte) (any, error)) (answer []byte) {
	fail := func(key, msg string) []byte {
		var req struct {
			ID any `json:"id"`
		}
		_ = json.Unmarshal(line, &req)
		return encodeLine(map[string]any{"id": req.ID, key: msg})
	}
	defer func() {
		if p := recover(); p != nil {
			answer = fail("panic", fmt.Sprint(p))
		}
	}()
	resp, err := handle(line)
	if err != nil {
		return fail("request_error", err.Error())
	}
	return encodeLine(resp)
}

func encodeLine(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return []byte(fmt.Sprintf("{\"encode_error\":%q}\n", err.Error()))
	}
	return b.Bytes()
}

// fieldError is a field.Error as text and in parts.
type fieldError struct {
	Error  string `json:"error"`
	Type   string `json:"type"`
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

func fieldErrors(errs field.ErrorList) []fieldError {
	out := make([]fieldError, 0, len(errs))
	for _, e := range errs {
		out = append(out, fieldError{text(e.Error()), string(e.Type), e.Field, text(e.Detail)})
	}
	if *stable {
		sort.SliceStable(out, func(i, j int) bool { return out[i].Field < out[j].Field })
	}
	return out
}

var selfTypeName = regexp.MustCompile(`selfType[0-9]+`)

func text(s string) string {
	if *stable {
		return selfTypeName.ReplaceAllString(s, "selfType0")
	}
	return s
}
