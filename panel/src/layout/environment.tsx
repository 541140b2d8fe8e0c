import { useLocalStorage } from '@mantine/hooks';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';

export type Environment = 'test' | 'live';

interface EnvironmentChoice {
  readonly environment: Environment;
  readonly choose: (environment: Environment) => void;
  /** Whether pages of an environment are shown, which then colours everything. */
  readonly isShown: boolean;
  readonly show: (isShown: boolean) => void;
}

const EnvironmentContext = createContext<EnvironmentChoice>({
  environment: 'test',
  choose: () => {},
  isShown: false,
  show: () => {},
});

/** Keeps which of the merchant's two books is looked at; the browser remembers it. */
export function EnvironmentProvider({
  children,
}: {
  children: (choice: EnvironmentChoice) => ReactNode;
}) {
  const [environment, choose] = useLocalStorage<Environment>({
    key: 'pix-gateway-environment',
    defaultValue: 'test',
    getInitialValueInEffect: false,
    deserialize: (text) => (text === 'live' ? 'live' : 'test'),
    serialize: (value) => value,
  });
  const [isShown, show] = useState(false);
  const choice = { environment, choose, isShown, show };
  return <EnvironmentContext value={choice}>{children(choice)}</EnvironmentContext>;
}

/** The environment that is looked at. */
export function useEnvironment(): Environment {
  return use(EnvironmentContext).environment;
}

/** Colours the panel in its environment for as long as the caller is on the screen. */
export function useEnvironmentColour(): void {
  const { show } = use(EnvironmentContext);
  useEffect(() => {
    show(true);
    return () => show(false);
  }, [show]);
}

/** The environment and how to change it: for the switch in the header. */
export function useEnvironmentChoice(): EnvironmentChoice {
  return use(EnvironmentContext);
}
