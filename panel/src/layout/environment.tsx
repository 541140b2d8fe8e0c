import { useLocalStorage } from '@mantine/hooks';
import { createContext, type ReactNode, use } from 'react';

export type Environment = 'test' | 'live';

interface EnvironmentChoice {
  readonly environment: Environment;
  readonly choose: (environment: Environment) => void;
}

const EnvironmentContext = createContext<EnvironmentChoice>({
  environment: 'test',
  choose: () => {},
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
  const choice = { environment, choose };
  return <EnvironmentContext value={choice}>{children(choice)}</EnvironmentContext>;
}

/** The environment that is looked at. */
export function useEnvironment(): Environment {
  return use(EnvironmentContext).environment;
}

/** The environment and how to change it: for the switch in the header. */
export function useEnvironmentChoice(): EnvironmentChoice {
  return use(EnvironmentContext);
}
