import { Subject } from 'rxjs';
import type { Change, RowChange } from './change';
import { ChangeOrder } from './change-order';

describe('ChangeOrder', () => {
  let order: ChangeOrder;
  let stream: Subject<Change>;
  let came: string[];

  beforeEach(() => {
    order = new ChangeOrder();
    stream = new Subject();
    came = [];
    stream.pipe(order.afterAnswers()).subscribe(({ id }) => came.push(id));
  });

  const saved = (id: string, value = { id: 5 }, call?: string): RowChange => {
    return { event: 'saved', name: 'issue', id, value, call };
  };

  it('lets pass what others write', () => {
    stream.next(saved('a-1'));
    stream.next(saved('a-2', { id: 5 }, 'of another page'));
    expect(came).toEqual(['a-1', 'a-2']);
  });

  it('holds a change back until its own write has its answer, and what comes after it', () => {
    const [call, other] = [order.begin(), order.begin()];
    stream.next(saved('a-1', { id: 5 }, call));
    stream.next(saved('a-2', { id: 6 }));
    expect(came).toEqual([]);
    order.end(other);
    expect(came).toEqual([]);
    order.end(call);
    expect(came).toEqual(['a-1', 'a-2']);
  });

  it('waits for no answer that was there before', () => {
    const call = order.begin();
    order.end(call);
    stream.next(saved('a-1', { id: 5 }, call));
    expect(came).toEqual(['a-1']);
  });

  it('does not wait for ever', () => {
    jasmine.clock().install();
    stream.next(saved('a-1', { id: 5 }, order.begin()));
    jasmine.clock().tick(10_000);
    jasmine.clock().uninstall();
    expect(came).toEqual(['a-1']);
  });

  it('knows that a row is ahead of the stream, until the stream has come that far', () => {
    order.responded('a-7 issue 5');
    const isNews = ['a-6', 'a-7', 'a-8'].map((id) => order.isNews(saved(id)));
    expect(isNews).toEqual([false, false, true]);
    expect(order.isNews(saved('a-5'))).toBeTrue();
  });

  it('tells rows apart, and takes the last of several answers', () => {
    order.responded('a-9 issue 5');
    order.responded('a-7 issue 5');
    expect(order.isNews(saved('a-8', { id: 6 }))).toBeTrue();
    expect(order.isNews({ ...saved('a-8'), name: 'todo' })).toBeTrue();
    expect(order.isNews({ ...saved('a-8'), event: 'deleted', value: 5 })).toBeFalse();
  });

  it('compares nothing with an earlier start of the server, and nothing after it forgot', () => {
    order.responded('a-9 issue 5');
    expect(order.isNews(saved('b-1'))).toBeTrue();
    order.responded('b-9 issue 5');
    order.forget();
    expect(order.isNews(saved('b-8'))).toBeTrue();
  });
});
