import { type RequestHandler, Router, json } from 'express';
import { attachmentsRouter } from './attachments';
import { Changes, changesRouter } from './changes';
import { openDatabase } from './database';
import { commentsOfIssue } from './comments';
import { activityRouter, feedRouter } from './feed';
import { answerNotFound, answerProblem } from './problem';
import { resourceRouter } from './resource-router';
import { comments, issues, todos, users } from './resources';
import { scaleRouter } from './scale';
import { sessionsRouter } from './sessions';
import { userActivityRouter } from './user-activity';

/**
 * The REST API of the demo application.
 *
 * @param file the path of the SQLite database; `':memory:'` for a database that ends with the process
 */
export function createApi(file: string): Router {
  return Router()
    .use(neverCached)
    .use(json({ limit: '32kb' }))
    .use(opened(file))
    .use(answerNotFound)
    .use(answerProblem);
}

/** `ng build` also loads the server, but sends no request. Therefore the first request opens the database. */
function opened(file: string): RequestHandler {
  let resources: Router | undefined;
  return (request, response, next) => {
    resources ??= createResources(file);
    resources(request, response, next);
  };
}

function createResources(file: string): Router {
  const database = openDatabase(file);
  const changes = new Changes();
  const all =
    (table: string): RequestHandler =>
    (_request, response) => {
      response.json(database.prepare(`SELECT * FROM ${table} ORDER BY id`).all());
    };
  return Router()
    .use('/users', userActivityRouter(database), resourceRouter(database, users, changes))
    .use('/todos', resourceRouter(database, todos, changes))
    .use('/feed', feedRouter(database))
    .use('/activity', activityRouter(database))
    .get('/projects', all('projects'))
    .get('/labels', all('labels'))
    .use('/issues', commentsOfIssue(database), resourceRouter(database, issues, changes))
    .use('/comments', resourceRouter(database, comments, changes))
    .use('/attachments', attachmentsRouter(database, changes))
    .use('/scale', scaleRouter())
    .use('/changes', changesRouter(changes))
    .use(sessionsRouter(database));
}

const neverCached: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};
