package pixgateway

import (
	"context"
	"encoding/json"
	"iter"
)

// iterate reads all pages, each when the one before ends. Cursor is the filter that takes
// next_cursor, replaced the filter that it replaces. An error is the last thing that it yields.
func iterate[T any](
	ctx context.Context, a *api, call request, cursor, replaced string, options []Option,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		query, err := fieldsOf(call.query)
		for err == nil {
			var page *struct {
				Data       []T     `json:"data"`
				NextCursor *string `json:"next_cursor"`
				HasMore    *bool   `json:"has_more"`
			}
			call.query = query
			var content []byte
			if content, err = a.send(ctx, call, options); err != nil {
				break
			}
			if err = json.Unmarshal(content, &page); err != nil {
				break
			}
			for _, item := range page.Data {
				if !yield(item, nil) {
					return
				}
			}
			if page.NextCursor == nil || (page.HasMore != nil && !*page.HasMore) {
				return
			}
			delete(query, replaced)
			query[cursor] = *page.NextCursor
		}
		yield(none, err)
	}
}
