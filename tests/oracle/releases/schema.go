package main

import (
	"context"
	"encoding/json"
	"reflect"
	"sort"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	crdvalidation "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	crdregistry "k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// perCallLimit is celconfig.PerCallLimit, which had another place in 1.25.
const perCallLimit = 1000000

// request is a schema, the root of a resource, or a CRD.
type request struct {
	ID     any             `json:"id"`
	Schema json.RawMessage `json:"schema"`
	CRD    json.RawMessage `json:"crd"`
}

// response has what the oracle answers in the same modes.
type response struct {
	ID              any          `json:"id"`
	SchemaError     string       `json:"schema_error,omitempty"`
	CRDErrors       []fieldError `json:"crd_errors"`
	CRDOtherErrors  []fieldError `json:"crd_other_errors,omitempty"`
	Rules           []ruleInfo   `json:"rules,omitempty"`
	TotalStaticCost *uint64      `json:"total_static_cost,omitempty"`
}

type ruleInfo struct {
	Path           string `json:"path"`
	Rule           string `json:"rule"`
	StaticMaxCost  uint64 `json:"static_max_cost"`
	MaxCardinality uint64 `json:"max_cardinality"`
	EstimatedCost  uint64 `json:"estimated_cost"`
	UsesOldSelf    bool   `json:"uses_old_self,omitempty"`
	FieldPath      string `json:"normalized_field_path,omitempty"`
	CompileError   string `json:"compile_error,omitempty"`
	MessageMaxCost uint64 `json:"message_expression_max_cost,omitempty"`
	MessageError   string `json:"message_expression_error,omitempty"`
}

func handleCRD(line []byte) (any, error) {
	var req request
	if err := json.Unmarshal(line, &req); err != nil {
		return nil, err
	}
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := utiljson.Unmarshal(req.CRD, crd); err != nil {
		return nil, err
	}
	return response{ID: req.ID, CRDErrors: fieldErrors(validateNewCRD(crd))}, nil
}

func handleSchema(line []byte) (any, error) {
	var req request
	if err := json.Unmarshal(line, &req); err != nil {
		return nil, err
	}
	var schema apiextensionsv1.JSONSchemaProps
	var internal apiextensions.JSONSchemaProps
	resp := response{ID: req.ID}
	if err := load(req.Schema, &schema, &internal); err != nil {
		resp.SchemaError = err.Error()
		return resp, nil
	}
	var rules, others field.ErrorList
	for _, e := range validateNewCRD(syntheticCRD(schema)) {
		if isRuleError(e) {
			rules = append(rules, e)
		} else {
			others = append(others, e)
		}
	}
	resp.CRDErrors, resp.CRDOtherErrors = fieldErrors(rules), fieldErrors(others)
	c := crdvalidation.RootCELContext(&internal)
	var w ruleWalk
	w.collect(&internal, field.NewPath("spec", "validation", "openAPIV3Schema"), c)
	resp.Rules, resp.TotalStaticCost = w.infos, &c.TotalCost.Total
	return resp, nil
}

func load(text []byte, schema *apiextensionsv1.JSONSchemaProps, internal *apiextensions.JSONSchemaProps) error {
	if err := utiljson.Unmarshal(text, schema); err != nil {
		return err
	}
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(schema, internal, nil); err != nil {
		return err
	}
	structural, err := structuralschema.NewStructural(internal)
	if err != nil {
		return err
	}
	return structuraldefaulting.PruneDefaults(structural.DeepCopy())
}

func isRuleError(e *field.Error) bool {
	return strings.Contains(e.Field, "x-kubernetes-validations") ||
		strings.Contains(e.Detail, "x-kubernetes-validations estimated rule cost total")
}

func syntheticCRD(schema apiextensionsv1.JSONSchemaProps) *apiextensionsv1.CustomResourceDefinition {
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "tests.oracle.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "oracle.example.com",
			Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "tests", Singular: "test", Kind: "Test", ListKind: "TestList"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1", Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &schema},
			}},
		},
	}
}

var scheme = func() *runtime.Scheme {
	s := runtime.NewScheme()
	install.Install(s)
	return s
}()

// validateNewCRD runs defaulting, conversion and the create strategy on a CRD,
// as the API server does for a POST.
func validateNewCRD(crd *apiextensionsv1.CustomResourceDefinition) field.ErrorList {
	crd = crd.DeepCopy()
	scheme.Default(crd)
	internal := &apiextensions.CustomResourceDefinition{}
	if err := scheme.Convert(crd, internal, nil); err != nil {
		return field.ErrorList{field.InternalError(nil, err)}
	}
	strategy := crdregistry.NewStrategy(scheme)
	strategy.PrepareForCreate(context.Background(), internal)
	return strategy.Validate(context.Background(), internal)
}

// ruleWalk compiles every rule of a schema, in the order of the paths, as
// ValidateCustomResourceDefinitionOpenAPISchema does.
type ruleWalk struct{ infos []ruleInfo }

func (w *ruleWalk) collect(schema *apiextensions.JSONSchemaProps, path *field.Path, c *crdvalidation.CELSchemaContext) {
	if schema == nil {
		return
	}
	if len(schema.XValidations) > 0 {
		w.compile(schema, path, c)
	}
	names := make([]string, 0, len(schema.Properties))
	for name := range schema.Properties {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		property := schema.Properties[name]
		w.collect(&property, path.Child("properties").Key(name), c.ChildPropertyContext(&property, name))
	}
	if schema.AdditionalProperties != nil && schema.AdditionalProperties.Schema != nil {
		sub := schema.AdditionalProperties.Schema
		w.collect(sub, path.Child("additionalProperties"), c.ChildAdditionalPropertiesContext(sub))
	}
	if schema.Items != nil && schema.Items.Schema != nil {
		w.collect(schema.Items.Schema, path.Child("items"), c.ChildItemsContext(schema.Items.Schema))
	}
}

func (w *ruleWalk) compile(schema *apiextensions.JSONSchemaProps, path *field.Path, c *crdvalidation.CELSchemaContext) {
	var results []cel.CompilationResult
	typeInfo, err := c.TypeInfo()
	if err == nil {
		results, err = compile(typeInfo)
	}
	for i, rule := range schema.XValidations {
		rulePath := path.Child("x-kubernetes-validations").Index(i).Child("rule")
		info := ruleInfo{Path: rulePath.String(), Rule: rule.Rule}
		if err != nil {
			info.CompileError = err.Error()
			w.infos = append(w.infos, info)
			continue
		}
		r := results[i]
		info.StaticMaxCost, info.MaxCardinality = r.MaxCost, r.MaxCardinality
		cardinality := r.MaxCardinality
		if c.MaxCardinality != nil {
			cardinality = *c.MaxCardinality
		}
		info.EstimatedCost = multiply(r.MaxCost, cardinality)
		c.TotalCost.ObserveExpressionCost(rulePath, info.EstimatedCost)
		if r.Error != nil {
			info.CompileError = text(r.Error.Detail)
		}
		info.later(r)
		c.TotalCost.ObserveExpressionCost(path, info.MessageMaxCost)
		w.infos = append(w.infos, info)
	}
}

// later reads what some releases do not have or call by another name.
func (info *ruleInfo) later(result cel.CompilationResult) {
	r := reflect.ValueOf(result)
	for _, name := range []string{"UsesOldSelf", "TransitionRule"} {
		if v := r.FieldByName(name); v.IsValid() {
			info.UsesOldSelf = v.Bool()
		}
	}
	if v := r.FieldByName("NormalizedRuleFieldPath"); v.IsValid() {
		info.FieldPath = v.String()
	}
	if v := r.FieldByName("MessageExpressionMaxCost"); v.IsValid() {
		info.MessageMaxCost = v.Uint()
	}
	if v := r.FieldByName("MessageExpressionError"); v.IsValid() && !v.IsNil() {
		info.MessageError = text(v.Elem().FieldByName("Detail").String())
	}
}

// multiply is a*b, or the largest number if that overflows.
func multiply(a, b uint64) uint64 {
	if a != 0 && ^uint64(0)/a < b {
		return ^uint64(0)
	}
	return a * b
}
