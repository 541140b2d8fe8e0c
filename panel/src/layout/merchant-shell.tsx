import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { api } from '#panel/api/client.ts';
import { LazyMenuButton } from '#panel/components/lazy-menu-button.tsx';
import { lazyPart } from '#panel/components/lazy-part.ts';
import { showProblem } from '#panel/components/notices.ts';
import { IconBell, IconInfoCircle } from '#panel/icons.ts';
import { useLiveUpdates } from '#panel/live/use-live-updates.ts';
import {
  useEnvironment,
  useEnvironmentChoice,
  useEnvironmentOfAddress,
} from '#panel/session/environment.tsx';
import { useMay, useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/layout.ts';
import { texts as viewTexts } from '#texts/merchant-view.ts';
import { texts as noticeTexts } from '#texts/notices.ts';
import { applicationQuery } from './frame-queries.ts';
import { IncidentBanner } from './incident-banner.tsx';
import { merchantBar, merchantNavigation } from './navigation.ts';
import { Shell } from './shell.tsx';
import { ShopOfMenu, ShopOfPage } from './shop-line.tsx';

const HOME = '/painel';
const KYC_PATH = '/painel/cadastro';
const ENVIRONMENTS = ['test', 'live'] as const;
const LinkedShop = lazyPart(
  async () =>
    (await import('#panel/features/accounts/auth/memberships/linked-shop.tsx')).LinkedShop,
);
// Its menu is large, and the first page is shown without it.
const Bell = lazyPart(async () => (await import('./idle-parts.ts')).Bell);

/** The frame of the merchants' pages. */
export function MerchantShell() {
  const environment = useEnvironment();
  useEnvironmentOfAddress();
  const mayRead = useMay('listenToEvents');
  useLiveUpdates(mayRead);
  return (
    <Shell
      navigation={merchantNavigation}
      bar={merchantBar}
      home={HOME}
      headerTools={<HeaderTools />}
      menuHead={(close) => <ShopOfMenu onChoose={close} />}
      strip={environment === 'test' ? texts.testStrip : undefined}
      banner={
        <>
          <ShopOfPage />
          <ShopOfLink />
          <ViewBanner />
          {mayRead && <IncidentBanner />}
          <AccountBanner />
        </>
      }
    />
  );
}

/** A link of a mail names its shop to a person who has several. */
function ShopOfLink() {
  const { merchant, merchants } = useSession();
  const named = useLocation({ select: ({ search }) => String(Object(search).loja) });
  const linked = merchants.find(({ username }) => username === named);
  if (!linked || linked.username === merchant?.username) return null;
  return (
    <Suspense>
      <LinkedShop username={linked.username} />
    </Suspense>
  );
}

/** Visitors of the demo account would see each other's notices. */
function HeaderTools() {
  const { merchant } = useSession();
  const hasNotices = useMay('listNotices') && !merchant?.is_sandbox;
  return (
    <>
      <EnvironmentSwitch />
      {hasNotices && <LazyBell />}
    </>
  );
}

function LazyBell() {
  return (
    <LazyMenuButton label={noticeTexts.bell('')} icon={<IconBell size={18} />}>
      {(early) => <Bell early={early} />}
    </LazyMenuButton>
  );
}

function EnvironmentSwitch() {
  const { environment, choose } = useEnvironmentChoice();
  return (
    <div role="radiogroup" aria-label={texts.environment} className="environment-switch">
      {ENVIRONMENTS.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="environment"
            value={one}
            checked={one === environment}
            onChange={() => choose(one)}
          />
          <span>{texts[one]}</span>
        </label>
      ))}
    </div>
  );
}

/** Says that an operator views the account, and ends the view. */
function ViewBanner() {
  const { merchant, view } = useSession();
  const end = api.useMutation('delete', '/api/operator/merchant-view', {
    onSuccess: () => window.location.assign('/operador/lojistas'),
    onError: showProblem,
  });
  if (!view || !merchant) return null;
  return (
    <Alert
      mb="lg"
      color="red"
      variant="outline"
      icon={<IconInfoCircle size={18} />}
      title={viewTexts.title(merchant.name)}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{viewTexts.hint}</Text>
        <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate({})}>
          {viewTexts.end}
        </Button>
      </Group>
    </Alert>
  );
}

/** Notices about the account, above every page. */
function AccountBanner() {
  const environment = useEnvironment();
  const { merchant, view, has_live_bank: hasLiveBank, member_role: role } = useSession();
  if (view) return null;
  if (merchant?.is_sandbox) {
    return <Banner title={texts.sandboxTitle} hint={texts.sandboxHint} />;
  }
  if (merchant?.status === 'pending_kyc' || merchant?.status === 'rejected') {
    return <ApplicationBanner />;
  }
  if (merchant?.status === 'suspended') {
    return <Banner title={texts.suspendedTitle} hint={texts.suspendedHint} />;
  }
  if (environment === 'live' && !hasLiveBank) {
    return <Banner title={texts.noBankTitle} hint={texts.noBankHint} />;
  }
  // Says why buttons are missing.
  if (
    role === 'viewer' ||
    role === 'accountant' ||
    (role === 'developer' && environment === 'live')
  ) {
    return (
      <Banner
        title={texts.roleTitle(common.memberRoles[role])}
        hint={texts.roleHints[role]}
        isBrief
      />
    );
  }
  return null;
}

/**
 * The status of the application; hidden on the application's own page, which shows more, and on the
 * home of those who apply, where the list of the first day shows it.
 */
function ApplicationBanner() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isOwnPage = path === KYC_PATH;
  const mayRead = useMay('getKyc');
  const mayApply = useMay('saveKyc');
  const enabled = mayRead && !isOwnPage;
  const { data: kyc } = useQuery({ ...applicationQuery, enabled });
  if (!mayRead) return <Banner title={texts.notOpenTitle} hint={texts.notOpenHint} />;
  if (isOwnPage || !kyc) return null;
  if (path === HOME && mayApply && kyc.status !== 'rejected') return null;
  if (kyc.status === 'submitted') {
    return <Banner title={texts.submittedTitle} hint={texts.submittedHint} />;
  }
  const { kycTitle, kycHint, rejectedTitle, rejectedHint } = texts;
  return kyc.status === 'rejected' ? (
    <Banner title={rejectedTitle} hint={rejectedHint} hasAction />
  ) : (
    <Banner title={kycTitle} hint={kycHint} hasAction />
  );
}

function Banner({
  title,
  hint,
  hasAction,
  isBrief = false,
}: {
  title: string;
  hint: string;
  hasAction?: boolean;
  /** Whether a phone shows only the title, because the banner is on each page. */
  isBrief?: boolean;
}) {
  return (
    <Alert mb="lg" variant="outline" icon={<IconInfoCircle size={18} />} title={title}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" {...(isBrief && { visibleFrom: 'sm' })}>
          {hint}
        </Text>
        {hasAction && (
          <Button component={Link} to={KYC_PATH} size="xs">
            {texts.kycAction}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
