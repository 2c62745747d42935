// Package commandline writes command lines of machsim, quoted for a shell, for the faces that tell a person
// what to type: the command itself and tests. The packages below the faces name no command and no
// flag; their errors and reports carry codes, which each face puts into words of its own.
package commandline
