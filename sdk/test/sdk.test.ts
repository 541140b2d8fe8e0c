import { after } from 'node:test';
import { startGateway } from '../../gateway/test/support/gateway.ts';
import { testAbort } from './abort.ts';
import { testBehaviours } from './behaviours.ts';
import { testExamples } from './examples.ts';
import { testPackages } from './packages.ts';
import { testReadmes } from './readmes.ts';

// One gateway for all languages.
const gateway = await startGateway({ after });
testBehaviours(gateway);
testAbort(gateway);
testPackages();
testReadmes(gateway);
testExamples(gateway);
