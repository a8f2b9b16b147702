// Package cookbook contains the recipes of COOKBOOK.md that need modules of others. It exports nothing.
package cookbook
