import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BackLink } from '#panel/components/back-link.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconBook2 } from '#panel/icons.ts';
import { texts } from '#texts/manual.ts';

interface ManualText {
  readonly title: string;
  readonly markup: string;
}

const FOLDER = '../../../../../docs/operating';
// `panel/build/manual.ts` makes a module of each file.
const FILES = import.meta.glob<ManualText>('../../../../../docs/operating/*.md', {
  import: 'page',
});

/** A page of the operators' manual, at the heading that the address names. */
export function ManualPage() {
  const { page = '' } = useParams({ strict: false });
  const load = FILES[`${FOLDER}/${page}.md`];
  if (!load) return <EmptyState isPage icon={IconBook2} title={texts.unknown} />;
  return <KnownPage page={page} load={load} />;
}

function KnownPage({ page, load }: { page: string; load: () => Promise<ManualText> }) {
  const text = useQuery({
    queryKey: ['manual', page],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <BackLink to="/operador/saude">{texts.back}</BackLink>
      <PageHeader title={texts.title} description={texts.description} />
      {page !== 'README' && (
        <Text size="sm" mb="md">
          <Anchor
            renderRoot={(props) => (
              <Link to="/operador/manual/$page" params={{ page: 'README' }} {...props} />
            )}
            inherit
            underline="always"
          >
            {texts.start}
          </Anchor>
        </Text>
      )}
      <QueryState query={text} lines={12}>
        {({ markup }) => <Markup key={page} markup={markup} />}
      </QueryState>
    </>
  );
}

function Markup({ markup }: { markup: string }) {
  useEffect(() => {
    const { hash } = window.location;
    if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, []);
  return (
    <article
      className="manual"
      lang="en"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the project's own text, from the build
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}
