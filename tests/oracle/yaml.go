package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
)

type yamlRequest struct {
	ID   any    `json:"id"`
	Text string `json:"text"`
}

type yamlAnswer struct {
	ID        any    `json:"id"`
	Documents []any  `json:"documents"`
	Error     string `json:"error,omitempty"`
}

// handleYAML reads a file as kubectl does (k8s.io/cli-runtime/pkg/resource,
// StreamVisitor.Visit).
func handleYAML(line []byte) (any, error) {
	var request yamlRequest
	if err := json.Unmarshal(line, &request); err != nil {
		return nil, err
	}
	answer := yamlAnswer{ID: request.ID, Documents: []any{}}
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader([]byte(request.Text)), 4096)
	for {
		var document runtime.RawExtension
		if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
			return answer, nil
		} else if err != nil {
			return yamlAnswer{ID: request.ID, Error: text(err.Error())}, nil
		}
		if raw := bytes.TrimSpace(document.Raw); len(raw) > 0 && !bytes.Equal(raw, []byte("null")) {
			// As the server decodes it: half of a surrogate pair is U+FFFD.
			var value any
			decoder := json.NewDecoder(bytes.NewReader(raw))
			decoder.UseNumber()
			if err := decoder.Decode(&value); err != nil {
				return nil, err
			}
			answer.Documents = append(answer.Documents, value)
		}
	}
}
