//go:build release_30

package main

import (
	crdvalidation "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// compile compiles the rules of a node as new ones. From 1.30 to 1.34 an environment can be asked for
// that counts strictly; CRDs have that one.
func compile(node *crdvalidation.CELTypeInfo) ([]cel.CompilationResult, error) {
	environments := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion(), true)
	return cel.Compile(node.Schema, node.DeclType, perCallLimit, environments, cel.NewExpressionsEnvLoader())
}
