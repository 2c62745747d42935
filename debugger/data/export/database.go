package export

import (
	"context"
	"io"

	"machsim/debugger/data/sqlitefile"
)

// database writes all tables as an SQLite file.
func database(ctx context.Context, file io.WriteSeeker, r *Run) error {
	_, err := sqlitefile.Write(ctx, file, r.Tables)
	return err
}
