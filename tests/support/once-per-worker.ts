type Resource<Value> = { value: Value; remove: () => Promise<void> };

/** Returns a value shared by a worker's files. Worker fixtures are made anew for every `test` that extends another. */
export function oncePerWorker<Value>(make: () => Promise<Resource<Value>>) {
  let made: Promise<Resource<Value>> | undefined;
  return {
    get: async (): Promise<Value> => (await (made ??= make())).value,
    remove: async (): Promise<void> => {
      const last = made;
      made = undefined;
      await (await last)?.remove();
    },
  };
}
