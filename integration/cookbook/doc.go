// Package cookbook contains the recipes of COOKBOOK.md that use third-party modules. It exports nothing.
package cookbook
