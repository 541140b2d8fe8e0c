/** A property of the made object, and the property of the given object that it is made of. */
export interface Property {
  readonly from: string;
  /** Whether `from` is a method, which is called without arguments. */
  readonly isMethod?: boolean;
  readonly to: string;
  /** Changes the value. Without it the value stays the same. */
  readonly change?: ((value: never) => unknown) | undefined;
}

/**
 * Makes a function that makes one object of another. Its code is compiled at the first call: a loop
 * over the properties takes ten times as long (decision 0034). The code consists of names that the
 * program wrote, never of data.
 */
export function compileRecord<To extends object>(
  properties: readonly Property[],
): (given: object) => To {
  let compiled: ((given: object) => To) | undefined;
  return (given) => {
    compiled ??= compile<To>(properties);
    return compiled(given);
  };
}

function compile<To>(properties: readonly Property[]): (given: object) => To {
  const parts = properties.map(({ from, isMethod, to, change }, index) => {
    const value = `given[${JSON.stringify(from)}]${isMethod ? '()' : ''}`;
    return `${JSON.stringify(to)}: ${change ? `changes[${index}](${value})` : value}`;
  });
  const changes = properties.map(({ change }) => change);
  const code = `return (given) => ({ ${parts.join(', ')} });`;
  return new Function('changes', code)(changes);
}
