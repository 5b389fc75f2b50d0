const SIDE = 320;

/** Cuts a square out of a picture that can be moved and zoomed. */
export class Cropper {
  readonly #canvas: HTMLCanvasElement;
  readonly #image: ImageBitmap;
  #zoom = 1;
  #x = 0;
  #y = 0;

  constructor(canvas: HTMLCanvasElement, image: ImageBitmap) {
    this.#canvas = canvas;
    this.#image = image;
    this.move(0, 0);
  }

  zoom(factor: number): void {
    this.#zoom = factor;
    this.move(0, 0);
  }

  /** Moves the picture by pixels; it always covers the square. */
  move(dx: number, dy: number): void {
    const { width, height } = this.#image;
    const scale = (SIDE / Math.min(width, height)) * this.#zoom;
    const [w, h] = [width * scale, height * scale];
    const keep = (value: number, size: number) => Math.max(-(size - SIDE) / 2, Math.min((size - SIDE) / 2, value));
    this.#x = keep(this.#x + dx, w);
    this.#y = keep(this.#y + dy, h);
    const context = this.#canvas.getContext('2d')!;
    context.clearRect(0, 0, SIDE, SIDE);
    context.drawImage(this.#image, (SIDE - w) / 2 + this.#x, (SIDE - h) / 2 + this.#y, w, h);
  }

  /** The square as a base64 JPEG, far below the server's limit of 300 kB. */
  toBase64(): string {
    return this.#canvas.toDataURL('image/jpeg', 0.88).replace(/^data:[^,]*,/, '');
  }
}
