import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import {
  currentEnvironment,
  ENVIRONMENT_KEY,
  type Environment,
  environmentOfAddress,
  IN_ADDRESS,
  keep,
} from '#panel/early/kept-choices.ts';

export type { Environment } from '#panel/early/kept-choices.ts';
export { environmentOfAddress } from '#panel/early/kept-choices.ts';
export type EnvironmentInAddress = (typeof IN_ADDRESS)[Environment];

export function environmentInAddress(environment: Environment): EnvironmentInAddress {
  return IN_ADDRESS[environment];
}

interface EnvironmentState {
  readonly environment: Environment;
  readonly follow: (environment: Environment) => void;
}

const EnvironmentContext = createContext<EnvironmentState>({
  environment: 'test',
  follow: () => {},
});

/** The current environment: the address decides it, and the browser stores the last one. */
export function EnvironmentProvider({ children }: { children: ReactNode }) {
  const [environment, setEnvironment] = useState<Environment>(currentEnvironment);
  const follow = useCallback((chosen: Environment) => {
    setEnvironment(chosen);
    keep(ENVIRONMENT_KEY, chosen);
  }, []);
  return <EnvironmentContext value={{ environment, follow }}>{children}</EnvironmentContext>;
}

/** The current environment. */
export function useEnvironment(): Environment {
  return use(EnvironmentContext).environment;
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

/** Follows the environment of the address; routes add it to an address without one. */
export function useEnvironmentOfAddress(): void {
  const { environment, follow } = use(EnvironmentContext);
  const named = environmentOfAddress(useSearch({ from: '/painel' }).ambiente);
  useEffect(() => {
    if (named !== undefined && named !== environment) follow(named);
  }, [named, environment, follow]);
}
