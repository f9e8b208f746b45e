//go:build release_25

package main

import (
	crdvalidation "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
)

// compile compiles the rules of a node. Before 1.28 there is one environment.
func compile(node *crdvalidation.CELTypeInfo) ([]cel.CompilationResult, error) {
	return cel.Compile(node.Schema, node.DeclType, perCallLimit)
}
