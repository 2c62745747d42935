//go:build unix

package app

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// The files in docs/many are for systems that start many jobs. These tests are such a system in a loop: they set the
// variables that it sets, and hold the report of all parts against that of a single process.

// manySearch is what is explored, in so many shards.
const (
	manySearch = "philosophers-fixed --n 3 --runs 400 --stale 0 --strategy portfolio"
	manyJobs   = 4
)

// manyFile reads a file of docs/many.
func manyFile(t *testing.T, name string) (path, text string) {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("../../../../docs/many", name))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, string(b)
}

// job runs a command of a job in a directory, with the variables that the system sets.
func job(t *testing.T, dir string, env []string, command ...string) string {
	t.Helper()
	c := exec.Command(command[0], command[1:]...)
	c.Dir, c.Env = dir, append(os.Environ(), append(env, "MACHSIM_SUPERVISOR=none")...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil {
		t.Fatalf("%q: %v, %s", command, err, &errs)
	}
	return out.String()
}

// alikeMerged holds the report of the parts in a directory against that of a single process.
func alikeMerged(t *testing.T, dir string, merge ...string) {
	t.Helper()
	want := job(t, t.TempDir(), nil, strings.Fields("machsim explore --no-record "+manySearch)...)
	if got := job(t, dir, nil, merge...); got != want {
		t.Errorf("the parts make\n%s\na single process reports\n%s", got, want)
	}
}

func TestSlurm(t *testing.T) {
	path, text := manyFile(t, "slurm.sh")
	if !strings.Contains(text, "\n#SBATCH --array=1-") {
		t.Error("the script asks for no array that begins with 1")
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "parts"), 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range manyJobs {
		env := []string{fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", i+1), fmt.Sprintf("SLURM_ARRAY_TASK_COUNT=%d", manyJobs),
			"SLURM_CPUS_PER_TASK=2"}
		job(t, dir, env, append([]string{"sh", path}, strings.Fields(manySearch)...)...)
	}
	alikeMerged(t, dir, "sh", "-c", "machsim merge parts/*.part")
}

// kubernetesJob is what the test knows of a job of Kubernetes.
type kubernetesJob struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Spec       struct {
		CompletionMode           string `yaml:"completionMode"`
		Completions, Parallelism int
		Template                 struct {
			Spec struct {
				RestartPolicy string `yaml:"restartPolicy"`
				Containers    []struct {
					WorkingDir    string `yaml:"workingDir"`
					Env           []struct{ Name, Value string }
					Command, Args []string
					VolumeMounts  []struct {
						Name      string
						MountPath string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				}
			}
		}
	}
}

func TestKubernetes(t *testing.T) {
	_, text := manyFile(t, "kubernetes.yaml")
	var j kubernetesJob
	for d := yaml.NewDecoder(strings.NewReader(text)); j.Kind != "Job"; {
		j = kubernetesJob{}
		if err := d.Decode(&j); err != nil {
			t.Fatal(err)
		}
	}
	c := j.Spec.Template.Spec.Containers[0]
	env := map[string]string{}
	for _, v := range c.Env {
		env[v.Name] = v.Value
	}
	switch {
	case j.APIVersion != "batch/v1" || j.Spec.CompletionMode != "Indexed":
		t.Errorf("a job of %s with completions that are %s", j.APIVersion, j.Spec.CompletionMode)
	case env["SHARDS"] != fmt.Sprint(j.Spec.Completions):
		t.Errorf("%s shards and %d completions", env["SHARDS"], j.Spec.Completions)
	case c.WorkingDir != c.VolumeMounts[0].MountPath:
		t.Errorf("parts are written to %s, the volume is %s", c.WorkingDir, c.VolumeMounts[0].MountPath)
	}
	dir := t.TempDir()
	for i := range manyJobs {
		env := []string{fmt.Sprintf("JOB_COMPLETION_INDEX=%d", i), fmt.Sprintf("SHARDS=%d", manyJobs),
			"EXPLORE=" + manySearch}
		job(t, dir, env, append(c.Command[:len(c.Command):len(c.Command)], c.Args...)...)
	}
	alikeMerged(t, dir, "sh", "-c", "machsim merge *.part")
}

// workflow is what the test knows of a workflow.
type workflow struct {
	Env  map[string]string
	Jobs map[string]struct {
		Needs    string
		Env      map[string]string
		Strategy struct{ Matrix struct{ Shard []int } }
		Steps    []struct{ Name, Run string }
	}
}

// step returns the command of a step of a job.
func (w workflow) step(t *testing.T, job, name string) string {
	t.Helper()
	for _, s := range w.Jobs[job].Steps {
		if s.Name == name {
			return s.Run
		}
	}
	t.Fatalf("job %s has no step %s", job, name)
	return ""
}

func TestMatrix(t *testing.T) {
	_, text := manyFile(t, "ci.yaml")
	var w workflow
	if err := yaml.Unmarshal([]byte(text), &w); err != nil {
		t.Fatal(err)
	}
	if w.Jobs["merge"].Needs != "shard" {
		t.Error("the parts are merged before they are there")
	}
	machsim, err := exec.LookPath("machsim")
	if err != nil {
		t.Fatal(err)
	}
	dir, all := t.TempDir(), w.Jobs["shard"].Strategy.Matrix.Shard
	if err := os.Symlink(machsim, filepath.Join(dir, "machsim")); err != nil {
		t.Fatal(err)
	}
	for _, i := range all {
		values := strings.NewReplacer("${{ matrix.shard }}", fmt.Sprint(i), "${{ strategy.job-total }}", fmt.Sprint(len(all)))
		env := []string{"EXPLORE=" + manySearch, "SHARD=" + values.Replace(w.Jobs["shard"].Env["SHARD"])}
		job(t, dir, env, "sh", "-e", "-c", w.step(t, "shard", "explore"))
	}
	alikeMerged(t, dir, "sh", "-e", "-c", w.step(t, "merge", "merge"))
}
