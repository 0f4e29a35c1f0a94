-- What a board reads: a store's open orders, and those it closed lately. Both stay small beside years of orders.
create index orders_open on orders (project_id, destination_id) where status in ('Registered', 'OnTheWay', 'Arrived');
create index orders_closed on orders (project_id, destination_id, closed_at) where closed_at is not null;

-- Cancelled orders are few among years of completed ones; a list of them must not read those.
create index orders_cancelled on orders (project_id, created_at, service_id) where status = 'Cancelled';
