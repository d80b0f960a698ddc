/** A column of a grid. */
export interface Column<T> {
  readonly label: string;
  /** What a cell shows. */
  readonly text: (item: T) => string;
  /** What a search looks through. Default: the text. */
  readonly find?: (item: T) => string;
  /** What the column is sorted by. Default: the text. */
  readonly value?: (item: T) => string | number;
  /** The width, as in `grid-template-columns`. */
  readonly width: string;
  readonly isNumber?: boolean;
  /** Whether the column disappears in a narrow panel. */
  readonly isMinor?: boolean;
  /** How a cell is colored. */
  readonly tone?: (item: T) => Tone | undefined;
}

/** The meaning of a color. */
export type Tone = 'bad' | 'busy' | 'good' | 'muted';

/** By which column a grid is sorted. */
export interface Order<T> {
  readonly column: Column<T>;
  readonly isDescending: boolean;
}
