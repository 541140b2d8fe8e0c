import { useLocalStorage } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';

export type Environment = 'test' | 'live';

/** The environment in addresses, so that a link shows the same page to every user. */
const IN_ADDRESS = { test: 'teste', live: 'producao' } as const;
export type EnvironmentInAddress = (typeof IN_ADDRESS)[Environment];

export function environmentInAddress(environment: Environment): EnvironmentInAddress {
  return IN_ADDRESS[environment];
}

/** Undefined for an address without an environment. */
export function environmentOfAddress(text: unknown): Environment | undefined {
  if (text === IN_ADDRESS.live) return 'live';
  return text === IN_ADDRESS.test ? 'test' : undefined;
}

interface EnvironmentState {
  readonly environment: Environment;
  readonly follow: (environment: Environment) => void;
  /** Whether a page of an environment is shown; it then sets the panel's colour. */
  readonly isShown: boolean;
  readonly show: (isShown: boolean) => void;
}

const EnvironmentContext = createContext<EnvironmentState>({
  environment: 'test',
  follow: () => {},
  isShown: false,
  show: () => {},
});

/** The current environment: the address decides it, and the browser stores the last one. */
export function EnvironmentProvider({
  children,
}: {
  children: (choice: EnvironmentState) => ReactNode;
}) {
  const [kept, keep] = useLocalStorage<Environment>({
    key: 'pix-gateway-environment',
    defaultValue: 'test',
    getInitialValueInEffect: false,
    deserialize: (text) => (text === 'live' ? 'live' : 'test'),
    serialize: (value) => value,
  });
  const [isShown, show] = useState(false);
  const [environment, setEnvironment] = useState<Environment>(
    () => environmentOfAddress(new URLSearchParams(location.search).get('ambiente')) ?? kept,
  );
  const follow = useCallback(
    (chosen: Environment) => {
      setEnvironment(chosen);
      keep(chosen);
    },
    [keep],
  );
  const choice = { environment, follow, isShown, show };
  return <EnvironmentContext value={choice}>{children(choice)}</EnvironmentContext>;
}

/** The current environment. */
export function useEnvironment(): Environment {
  return use(EnvironmentContext).environment;
}

/** Sets the panel's colour to that of the environment while the caller is mounted. */
export function useEnvironmentColour(): void {
  const { show } = use(EnvironmentContext);
  useEffect(() => {
    show(true);
    return () => show(false);
  }, [show]);
}

/** The environment and a function that changes it by opening another address. */
export function useEnvironmentChoice() {
  const { environment } = use(EnvironmentContext);
  const navigate = useNavigate();
  const choose = (chosen: Environment): void => {
    const ambiente = environmentInAddress(chosen);
    void navigate({ to: '.', search: (before) => ({ ...before, ambiente }) });
  };
  return { environment, choose };
}

/** The environment of the address; an address without one uses the current environment. */
export function useEnvironmentOfAddress(): void {
  const { environment, follow } = use(EnvironmentContext);
  const navigate = useNavigate();
  const named = environmentOfAddress(useSearch({ from: '/painel' }).ambiente);
  useEffect(() => {
    if (named !== undefined && named !== environment) follow(named);
    if (named !== undefined) return;
    const ambiente = environmentInAddress(environment);
    void navigate({ to: '.', search: (before) => ({ ...before, ambiente }), replace: true });
  }, [named, environment, follow, navigate]);
}
