/** One instruction of a Dockerfile, with its continued lines joined and its flags apart. */
export interface Instruction {
  readonly name: string;
  readonly flags: readonly string[];
  readonly words: string;
}

/** Reads the stages of a Dockerfile: the instructions from each `FROM` on. */
export function stagesOf(text: string): readonly (readonly Instruction[])[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const stages: Instruction[][] = [];
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const instruction = instructionOf(line);
    if (instruction.name === 'FROM') stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

function instructionOf(line: string): Instruction {
  const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? [];
  const [flags = ''] = /^(--\S+\s+)*/.exec(rest) ?? [];
  const words = rest.slice(flags.length).trim();
  return { name, flags: flags.split(/\s+/).filter(Boolean), words };
}

/** Copies of a stage: the stage that they come from, their sources and their destination. */
export function copiesOf(stage: readonly Instruction[]) {
  return stage
    .filter(({ name }) => name === 'COPY')
    .map(({ flags, words }) => {
      const parts = words.split(/\s+/);
      const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
      return { from, sources: parts.slice(0, -1), destination: parts.at(-1) ?? '' };
    });
}

/** The command of an instruction in its JSON form. */
export function commandOf(words: string): readonly string[] {
  return JSON.parse(words.replace(/^CMD\s+/, ''));
}
