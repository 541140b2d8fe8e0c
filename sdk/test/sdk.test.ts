import { after } from 'node:test';
import { startGateway } from '../../gateway/test/support/gateway.ts';
import { testAbort } from './abort.ts';
import { testBehaviours } from './behaviours.ts';
import { testExamples } from './examples.ts';
import { testGoModule } from './go-module.ts';
import { testOfficialSignatures } from './official-signatures.ts';
import { testPackages } from './packages.ts';
import { testReadmes } from './readmes.ts';

// One gateway for all languages.
const gateway = await startGateway({ after });
testBehaviours(gateway);
testAbort(gateway);
testGoModule(gateway);
testOfficialSignatures();
testPackages();
testReadmes(gateway);
testExamples(gateway);
