/** An answer whose body is at hand. A Response would make a stream of it, to be read again at once. */
export class WholePage extends Response {
  constructor(
    readonly whole: Buffer<ArrayBuffer>,
    init: ResponseInit,
  ) {
    super(null, init);
  }

  override text = (): Promise<string> => Promise.resolve(this.whole.toString());

  override arrayBuffer = (): Promise<ArrayBuffer> => {
    const { buffer, byteOffset, length } = this.whole;
    return Promise.resolve(buffer.slice(byteOffset, byteOffset + length));
  };
}
