/* A tile that is to be laid turns by the key R, with Shift the other way round, and by the wheel over the board on which
   it will lie. The game marks each way to turn it (data-turn). */

const PAUSE = 120;  // milliseconds between two turns of the wheel

export class Turning {
  /* `turn(actions)` shows the board with these actions alone. */
  constructor(board, turn) {
    this.board = board;
    this.turn = turn;
    this.ways = [];    // the actions of each way to turn the tile
    this.at = -1;      // the way that is shown, or -1 for all of them
    this.wheeled = 0;
    board.addEventListener("wheel", event => this.wheel(event), { passive: false });
  }

  /* A new picture: `whole` if it offers all actions. */
  look(whole) {
    if (!whole) return;
    this.ways = [...this.board.querySelectorAll("svg.medianoche:last-of-type [data-turn] [data-action]")]
      .map(way => way.dataset.action.split(" ").map(Number));
    this.at = -1;
  }

  /* Turn the tile one way on; false if there is nothing to turn. */
  by(step) {
    const count = this.ways.length;
    if (!count) return false;
    this.at = this.at < 0 ? (step > 0 ? 0 : count - 1) : (this.at + step + count) % count;
    this.turn(this.ways[this.at]);
    return true;
  }

  wheel(event) {
    const over = event.target.closest?.("[data-panel]"), own = over?.querySelector(":scope .act .hit");
    if (!own || !this.ways.length || event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp - this.wheeled < PAUSE) return;
    this.wheeled = event.timeStamp;
    this.by(event.deltaY > 0 ? 1 : -1);
  }
}
