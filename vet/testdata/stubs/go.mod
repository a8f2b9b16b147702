module github.com // the modules that the cases import, in the folders of their paths

go 1.26.0
