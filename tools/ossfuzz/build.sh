#!/bin/bash -eu
# Builds the targets of fuzz.go in the image of OSS-Fuzz, which sets CXX, CXXFLAGS, LIB_FUZZING_ENGINE, WORK and OUT.
for target in parse redirect pattern page; do
	go build -tags libfuzzer -buildmode c-archive -gcflags all=-d=libfuzzer -ldflags "-X main.target=$target" \
		-o "$WORK/$target.a" ./tools/ossfuzz
	$CXX $CXXFLAGS $LIB_FUZZING_ENGINE "$WORK/$target.a" -o "$OUT/$target"
done
