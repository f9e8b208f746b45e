//go:build release_28

package main

import (
	crdvalidation "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// compile compiles the rules of a node as new ones.
func compile(node *crdvalidation.CELTypeInfo) ([]cel.CompilationResult, error) {
	environments := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	return cel.Compile(node.Schema, node.DeclType, perCallLimit, environments, cel.NewExpressionsEnvLoader())
}
