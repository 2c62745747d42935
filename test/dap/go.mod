module machsim/test/dap

go 1.26.0
