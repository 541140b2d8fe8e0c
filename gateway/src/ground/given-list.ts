/** A part that the host gives to a room: the room cannot import what it holds. */
export interface GivenPart<Part> {
  /** Gives the part, once for a process, before the room works. */
  readonly give: (part: Part) => void;
  /** The part. Throws before it was given. */
  readonly read: () => Part;
}

/** Makes a part that the host gives; `name` is for the error. */
export function givenPart<Part>(name: string): GivenPart<Part> {
  let given: { readonly part: Part } | undefined;
  return {
    give: (part) => {
      given = { part };
    },
    read: () => {
      if (!given) throw new Error(`the ${name} were not given`);
      return given.part;
    },
  };
}

/** Makes a list that the host gives. Reading it throws also when it is empty. */
export function givenList<Item>(name: string): GivenPart<readonly Item[]> {
  const { give, read } = givenPart<readonly Item[]>(name);
  return {
    give,
    read: () => {
      const items = read();
      if (items.length === 0) throw new Error(`the ${name} were not given`);
      return items;
    },
  };
}
