// Renders a Helm chart as `helm template` does, with Go's templates and Sprig: `render-chart CHART < values.json`
// prints a JSON object of template names and texts. Helm itself is in no Debian release. Unlike Helm, a value that is
// nowhere declared is an error.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type values = map[string]interface{}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Numbers become floats as in Helm, which reads YAML by way of JSON.
func readYaml(text []byte) (values, error) {
	var read values
	if err := yaml.Unmarshal(text, &read); err != nil {
		return nil, err
	}
	asJSON, err := json.Marshal(read)
	if err != nil {
		return nil, err
	}
	result := values{}
	return result, json.Unmarshal(asJSON, &result)
}

func toYaml(value interface{}) (string, error) {
	var text bytes.Buffer
	encoder := yaml.NewEncoder(&text)
	encoder.SetIndent(2)
	if err := encoder.Encode(value); err != nil {
		return "", err
	}
	return strings.TrimSuffix(text.String(), "\n"), nil
}

// Maps are merged, anything else is replaced, null removes.
func merge(base, given values) values {
	for name, value := range given {
		baseMap, isBaseMap := base[name].(values)
		givenMap, isGivenMap := value.(values)
		switch {
		case value == nil:
			delete(base, name)
		case isBaseMap && isGivenMap:
			base[name] = merge(baseMap, givenMap)
		default:
			base[name] = value
		}
	}
	return base
}

func functions(root *template.Template) template.FuncMap {
	all := sprig.TxtFuncMap()
	// As in Helm: a chart does not read the environment of whoever installs it.
	delete(all, "env")
	delete(all, "expandenv")
	all["toYaml"] = toYaml
	all["fromYaml"] = func(text string) (values, error) { return readYaml([]byte(text)) }
	all["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := root.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	all["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, fmt.Errorf("%s", message)
		}
		return value, nil
	}
	all["tpl"] = func(text string, data interface{}) (string, error) {
		parsed, err := template.Must(root.Clone()).New("tpl").Parse(text)
		if err != nil {
			return "", err
		}
		var result bytes.Buffer
		err = parsed.Execute(&result, data)
		return result.String(), err
	}
	all["lookup"] = func(string, string, string, string) values { return values{} }
	return all
}

func main() {
	chart := os.Args[1]
	var given values
	check(json.NewDecoder(os.Stdin).Decode(&given))
	defaults, err := os.ReadFile(filepath.Join(chart, "values.yaml"))
	check(err)
	base, err := readYaml(defaults)
	check(err)
	about, err := os.ReadFile(filepath.Join(chart, "Chart.yaml"))
	check(err)
	fields, err := readYaml(about)
	check(err)
	described := values{}
	for name, value := range fields {
		described[strings.ToUpper(name[:1])+name[1:]] = value
	}
	data := values{
		"Values": merge(base, given),
		"Chart":  described,
		"Release": values{
			"Name": "school", "Namespace": "attendance", "Service": "Helm",
			"IsInstall": true, "IsUpgrade": false, "Revision": 1,
		},
	}

	root := template.New("chart").Option("missingkey=error")
	root.Funcs(functions(root))
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		check(err)
		_, err = root.New(filepath.Base(path)).Parse(string(text))
		check(err)
	}
	rendered := map[string]string{}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text bytes.Buffer
		check(root.ExecuteTemplate(&text, name, data))
		rendered[name] = text.String()
	}
	check(json.NewEncoder(os.Stdout).Encode(rendered))
}
