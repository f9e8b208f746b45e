// Command bench measures the cases of the benchmark `validate`, one JSON line each, in the API server's validator and in cel-go with
// the costs that the server counts. tests/benches/performance.sh runs it.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	celgo "github.com/google/cel-go/cel"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/cel/environment"
)

type benchCase struct {
	Name    string          `json:"name"`
	Schema  json.RawMessage `json:"schema"`
	Objects []any           `json:"objects"` // one that passes, one that fails
	Old     any             `json:"old"`
}

// times are the nanoseconds of one judgement of the passing object.
type times struct {
	Name string `json:"name"`
	// CELGo is the program of the only rule, on a value that is wrapped before; null if there are other rules.
	CELGo  *float64 `json:"cel_go"`
	Server float64  `json:"server"`
}

func main() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(400)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<26)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var c benchCase
		if err := utiljson.Unmarshal(in.Bytes(), &c); err != nil {
			fail(err)
		}
		measured, err := measure(c)
		if err != nil {
			fail(fmt.Errorf("%s: %w", c.Name, err))
		}
		if err := out.Encode(measured); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "bench:", err)
	os.Exit(1)
}

func measure(c benchCase) (*times, error) {
	schema, err := structural(c.Schema)
	if err != nil {
		return nil, err
	}
	validator := cel.NewValidator(schema, false, celconfig.PerCallLimit)
	passes := func(object any) bool {
		var options []cel.Option
		if c.Old != nil {
			correlated := common.NewCorrelatedObject(object, c.Old, &model.Structural{Structural: schema})
			options = append(options, cel.WithRatcheting(correlated))
		}
		errs, _ := validator.Validate(context.Background(), nil, schema, object, c.Old, celconfig.RuntimeCELCostBudget, options...)
		return len(errs) == 0
	}
	if !passes(c.Objects[0]) || passes(c.Objects[1]) {
		return nil, fmt.Errorf("the server has other verdicts")
	}
	measured := &times{Name: c.Name, Server: least(func() { passes(c.Objects[0]) })}
	if program, err := onlyProgram(schema); err != nil {
		return nil, err
	} else if program != nil {
		time := least(program.runs(schema, c))
		measured.CELGo = &time
	}
	return measured, nil
}

func structural(raw []byte) (*structuralschema.Structural, error) {
	var v1 apiextensionsv1.JSONSchemaProps
	if err := utiljson.Unmarshal(raw, &v1); err != nil {
		return nil, err
	}
	var internal apiextensions.JSONSchemaProps
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&v1, &internal, nil); err != nil {
		return nil, err
	}
	return structuralschema.NewStructural(&internal)
}

type ruleProgram struct{ celgo.Program }

// onlyProgram is that of the rule on the root, if no other is there.
func onlyProgram(schema *structuralschema.Structural) (*ruleProgram, error) {
	if len(schema.XValidations) != 1 {
		return nil, nil
	}
	env := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	results, err := cel.Compile(schema, model.SchemaDeclType(schema, false), celconfig.PerCallLimit, env, cel.StoredExpressionsEnvLoader())
	if err != nil {
		return nil, err
	}
	if results[0].Error != nil {
		return nil, results[0].Error
	}
	return &ruleProgram{results[0].Program}, nil
}

func (p ruleProgram) runs(schema *structuralschema.Structural, c benchCase) func() {
	activation := map[string]any{"self": cel.UnstructuredToVal(c.Objects[0], schema)}
	if c.Old != nil {
		activation["oldSelf"] = cel.UnstructuredToVal(c.Old, schema)
	}
	return func() {
		if _, _, err := p.ContextEval(context.Background(), activation); err != nil {
			fail(fmt.Errorf("%s: %w", c.Name, err))
		}
	}
}

// least is the shortest time of some rounds, per call. Long ones are fewer.
func least(run func()) float64 {
	start := time.Now()
	calls := 1
	for round(run, calls) < 2*time.Millisecond {
		calls *= 2
	}
	shortest := round(run, calls)
	for i := 0; i < 50 && time.Since(start) < 2*time.Second; i++ {
		shortest = min(shortest, round(run, calls))
	}
	return float64(shortest.Nanoseconds()) / float64(calls)
}

func round(run func(), calls int) time.Duration {
	start := time.Now()
	for range calls {
		run()
	}
	return time.Since(start)
}
