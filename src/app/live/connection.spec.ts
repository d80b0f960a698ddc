import { TestBed } from '@angular/core/testing';
import { type BehaviorSubject, Subject, type Subscription } from 'rxjs';
import { Stream, type StreamStatus } from 'ngx-cache-query';
import { Network } from '../network/network';
import { Connection } from './connection';

describe('Connection', () => {
  let status: BehaviorSubject<StreamStatus>;
  let opened: number;
  let connection: Connection<string>;
  let messages: Subject<string>;
  let listening: Subscription;

  beforeEach(() => {
    opened = 0;
    messages = new Subject();
    jasmine.clock().install();
    const stream = new Stream<string>((its) => {
      opened++;
      status = its;
      its.next('connecting');
      return messages;
    });
    connection = TestBed.runInInjectionContext(() => new Connection(stream));
  });

  afterEach(() => {
    listening.unsubscribe();
    jasmine.clock().uninstall();
  });

  const listen = () => {
    const heard: string[] = [];
    listening = connection.messages$.subscribe((message) => heard.push(message));
    TestBed.tick();
    return heard;
  };

  it('is off without subscribers', () => {
    expect([connection.state(), opened]).toEqual(['off', 0]);
    const heard = listen();
    status.next('open');
    messages.next('one');
    expect([connection.state(), heard]).toEqual(['live', ['one']]);
    listening.unsubscribe();
    expect([connection.state(), messages.observed]).toEqual(['off', false]);
  });

  it('is lost when it is away for longer than a moment', () => {
    listen();
    status.next('open');
    status.next('waiting');
    jasmine.clock().tick(1_000);
    status.next('connecting');
    expect(connection.state()).toBe('live');
    jasmine.clock().tick(300);
    expect(connection.state()).toBe('lost');
    status.next('open');
    expect(connection.state()).toBe('live');
  });

  it('is not lost by a blip', () => {
    listen();
    status.next('open');
    status.next('waiting');
    jasmine.clock().tick(900);
    status.next('open');
    jasmine.clock().tick(5_000);
    expect(connection.state()).toBe('live');
  });

  it('is closed while the simulated network is offline, and opened again afterwards', () => {
    const network = TestBed.inject(Network);
    listen();
    status.next('open');
    network.condition.set('slow');
    TestBed.tick();
    expect(opened).toBe(1);
    network.condition.set('offline');
    TestBed.tick();
    expect(messages.observed).toBeFalse();
    jasmine.clock().tick(1_300);
    expect(connection.state()).toBe('lost');
    network.condition.set('normal');
    TestBed.tick();
    expect([opened, messages.observed]).toEqual([2, true]);
  });

  it('is opened anew when the browser comes back', () => {
    listen();
    window.dispatchEvent(new Event('online'));
    expect(opened).toBe(2);
  });
});
