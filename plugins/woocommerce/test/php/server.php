<?php

/** The shop's address for `php -S`: REST routes, and the page of an order (`?order=`). */

declare(strict_types=1);

if (getenv('SHOP_WORDPRESS')) {
    $_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
    require __DIR__ . '/boot.php';
    // Reads the request's path, and answers if it is a REST route.
    wp();
    exit;
}
require __DIR__ . '/boot.php';
if (isset($_GET['order'])) {
    // The page of an order, with the scripts that were asked for.
    echo '<!doctype html><html lang="pt-BR"><title>Pedido</title><main><h1>Pedido</h1>';
    do_action('woocommerce_thankyou_pix_gateway', (int) $_GET['order']);
    echo '</main>';
    foreach ($GLOBALS['scripts'] ?? [] as $name) {
        echo '<script>', file_get_contents(getenv('SHOP_PLUGIN') . "/assets/$name"), '</script>';
    }
    exit;
}
do_action('rest_api_init');

$body = (string) file_get_contents('php://input');
$headers = array_change_key_case(getallheaders());
foreach ($GLOBALS['routes'] as [$method, $form, $route]) {
    $path = $_GET['rest_route'] ?? '';
    if ($_SERVER['REQUEST_METHOD'] !== $method || preg_match($form, $path, $found) !== 1) {
        continue;
    }
    $request = new WP_REST_Request($body, [...$_GET, ...$found], $headers);
    $response = $route['permission_callback']($request)
        ? $route['callback']($request)
        : new WP_REST_Response(['code' => 'rest_forbidden'], 401);
    http_response_code($response->status);
    header('Content-Type: application/json');
    foreach ($response->headers as $name => $value) {
        header("$name: $value");
    }
    echo json_encode($response->data);
    exit;
}
http_response_code(404);
