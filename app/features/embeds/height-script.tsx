/** Tells the page around a frame how high the framed page is, whenever that changes. */
const script = `(() => {
  const tell = () => parent.postMessage({ breathroomHeight: Math.ceil(document.body.getBoundingClientRect().height) }, "*");
  new ResizeObserver(tell).observe(document.body);
  addEventListener("load", tell);
})();`;

export const HeightScript = ({ nonce }: { nonce: string | undefined }) => (
  <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
);
