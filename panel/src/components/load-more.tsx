import { Button, Center } from '@mantine/core';
import { common } from '#panel/texts/common.ts';

/** The button below a list that has more pages. */
export function LoadMore({
  query,
}: {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}) {
  if (!query.hasNextPage) return null;
  return (
    <Center mt="md">
      <Button
        variant="default"
        loading={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        {common.loadMore}
      </Button>
    </Center>
  );
}
